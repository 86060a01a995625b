/** Price of one unit, in US dollars. */
export interface Price {
  monthly: number;
  yearly: number;
}

/** Plan of an organization. */
interface Plan {
  description: string;
  /** Price per member; null for a plan without a listed price. */
  price: Price | null;
  /** Whether a trial of a better plan is possible. */
  trial: 'none' | 'notapplicable';
}

const nothing: Price = { monthly: 0, yearly: 0 };

/** Plans of organizations, by their key in the interface and the database. */
export const plans = {
  free_2024: { description: 'Free.', price: nothing, trial: 'none' },
  plus_2024: { description: 'Plus.', price: { monthly: 8, yearly: 80 }, trial: 'notapplicable' },
  pro_2024: { description: 'Pro.', price: { monthly: 15, yearly: 150 }, trial: 'notapplicable' },
  enterprise_2024: {
    description: 'Enterprise, at a price that is agreed on.',
    price: null,
    trial: 'notapplicable',
  },
  community_2024: { description: 'Community.', price: nothing, trial: 'notapplicable' },
  free: { description: 'Free, before 2024.', price: nothing, trial: 'none' },
  plus: { description: 'Plus, before 2024. No longer sold.', price: null, trial: 'notapplicable' },
  pro: { description: 'Pro, before 2024. No longer sold.', price: null, trial: 'notapplicable' },
  internal: {
    description: 'For the operators of the platform.',
    price: nothing,
    trial: 'notapplicable',
  },
} as const satisfies Record<string, Plan>;

export type PlanKey = keyof typeof plans;

/** Prices per site of the site plans. */
export const sitePlanPrices = {
  premium: { monthly: 80, yearly: 800 },
  ultimate: { monthly: 300, yearly: 3000 },
} as const satisfies Record<string, Price>;

/** Returns the plan of an organization; the database allows only known keys. */
export function organizationPlan({ plan }: { plan: string }): Plan {
  return plans[plan as PlanKey];
}
