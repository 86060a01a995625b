import { enumType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { organizationPermissions } from './organization-access.ts';
import { organizationPlan, plans, sitePlanPrices, type Price } from './plans.ts';

/** Returns the billing of an organization. Nothing is charged, so no payment can fail or end. */
function billingOf(organization: Pick<Row<'Organization'>, 'plan'>) {
  return {
    interval: 'monthly' as const,
    endDate: null as Date | null,
    hasPaymentFailed: false,
    isScheduledToCancel: false,
    memberPrice: organizationPlan(organization).price,
    pricing: {
      members: { plus2024: plans.plus_2024.price, pro2024: plans.pro_2024.price },
      sites: sitePlanPrices,
    },
    usageAddons: {
      aiResponses: { enabled: false },
      aiAgentResponses: { enabled: false },
      translationWords: { enabled: false },
    },
  };
}

type Billing = ReturnType<typeof billingOf>;

const BillingInterval = enumType('BillingInterval', 'Billing interval of an organization.', {
  monthly: 'Every month.',
  yearly: 'Every year.',
});

const BillingPrice = builder.objectRef<Price>('BillingPrice').implement({
  description: 'Price of a plan for one member or one site, in US dollars.',
  rest: { fields: 'monthly yearly' },
  fields: (t) => ({
    monthly: t.exposeFloat('monthly', { description: 'Price per month.' }),
    yearly: t.exposeFloat('yearly', { description: 'Price per year, paid in advance.' }),
  }),
});

const BillingMemberPricing = builder
  .objectRef<Billing['pricing']['members']>('BillingMemberPricing')
  .implement({
    description: 'Prices of the plans of organizations, for each member.',
    fields: (t) => ({
      plus2024: t.expose('plus2024', { type: BillingPrice, description: 'Plan `plus_2024`.' }),
      pro2024: t.expose('pro2024', { type: BillingPrice, description: 'Plan `pro_2024`.' }),
    }),
  });

const BillingSitePricing = builder
  .objectRef<Billing['pricing']['sites']>('BillingSitePricing')
  .implement({
    description: 'Prices of the plans of sites, for each site.',
    fields: (t) => ({
      premium: t.expose('premium', { type: BillingPrice, description: 'Plan `premium`.' }),
      ultimate: t.expose('ultimate', { type: BillingPrice, description: 'Plan `ultimate`.' }),
    }),
  });

const BillingPricing = builder.objectRef<Billing['pricing']>('BillingPricing').implement({
  description: 'The price list.',
  fields: (t) => ({
    members: t.expose('members', {
      type: BillingMemberPricing,
      description: 'Prices of the plans of organizations, per member.',
    }),
    sites: t.expose('sites', {
      type: BillingSitePricing,
      description: 'Prices of the plans of sites, per site.',
    }),
  }),
});

const BillingUsageAddon = builder.objectRef<{ enabled: boolean }>('BillingUsageAddon').implement({
  description: 'An add-on that is billed by use.',
  rest: { fields: 'enabled' },
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', {
      description: 'Whether the organization subscribed to the add-on.',
    }),
  }),
});

const BillingUsageAddons = builder
  .objectRef<Billing['usageAddons']>('BillingUsageAddons')
  .implement({
    description: 'Add-ons that are billed by use.',
    fields: (t) => ({
      aiResponses: t.expose('aiResponses', {
        type: BillingUsageAddon,
        description: 'Answers of the AI assistant.',
      }),
      aiAgentResponses: t.expose('aiAgentResponses', {
        type: BillingUsageAddon,
        description: 'Answers of AI agents.',
      }),
      translationWords: t.expose('translationWords', {
        type: BillingUsageAddon,
        description: 'Translated words.',
      }),
    }),
  });

const OrganizationBilling = builder.objectRef<Billing>('OrganizationBilling').implement({
  description: 'Billing details of an organization.',
  rest: {
    fields: `
      interval endDate hasPaymentFailed isScheduledToCancel
      pricing {
        members { plus_2024: plus2024 { ...BillingPrice } pro_2024: pro2024 { ...BillingPrice } }
        sites { premium { ...BillingPrice } ultimate { ...BillingPrice } }
      }
      usageAddons {
        ai_responses: aiResponses { ...BillingUsageAddon }
        ai_agent_responses: aiAgentResponses { ...BillingUsageAddon }
        translation_words: translationWords { ...BillingUsageAddon }
      }`,
    nullable: ['endDate'],
  },
  fields: (t) => ({
    interval: t.expose('interval', { type: BillingInterval, description: 'Billing interval.' }),
    endDate: t.expose('endDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When the plan ends; null for a plan without an end.',
    }),
    hasPaymentFailed: t.exposeBoolean('hasPaymentFailed', {
      description: 'Whether the last payment failed.',
    }),
    isScheduledToCancel: t.exposeBoolean('isScheduledToCancel', {
      description: 'Whether the plan ends with the interval.',
    }),
    memberPrice: t.expose('memberPrice', {
      type: BillingPrice,
      nullable: true,
      description: 'Price of the current plan per member; null if no price is listed.',
    }),
    pricing: t.expose('pricing', { type: BillingPricing, description: 'The price list.' }),
    usageAddons: t.expose('usageAddons', {
      type: BillingUsageAddons,
      description: 'Add-ons that are billed by use.',
    }),
  }),
});

interface Migration {
  deadline: Date | null;
  discountPercent: number | null;
  discountEndDate: Date | null;
}

const BillingMigration = builder.objectRef<Migration>('BillingMigration').implement({
  description: 'Migration of an organization from a former plan to a current one.',
  rest: { fields: 'deadline discountPercent discountEndDate' },
  fields: (t) => ({
    deadline: t.expose('deadline', {
      type: 'DateTime',
      nullable: true,
      description: 'When the former plan ends; null if that is not decided.',
    }),
    discountPercent: t.exposeFloat('discountPercent', {
      nullable: true,
      description: 'Temporary discount of the new plan in percent; null for none.',
    }),
    discountEndDate: t.expose('discountEndDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When the discount ends; null without one.',
    }),
  }),
});

builder.prismaObjectFields('Organization', (t) => ({
  billing: t.field({
    type: OrganizationBilling,
    nullable: true,
    description: 'Billing details; null without the flag `viewBilling`.',
    resolve: (organization, _args, { viewer }) =>
      organizationPermissions(viewer, organization.id).viewBilling ? billingOf(organization) : null,
  }),
  billingMigration: t.field({
    type: BillingMigration,
    nullable: true,
    description: 'Its migration to another plan; null while none is due.',
    resolve: () => null,
  }),
}));
