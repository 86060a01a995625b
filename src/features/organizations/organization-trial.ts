import { enumType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { organizationPlan } from './plans.ts';

type TrialStatus = 'notapplicable' | 'none' | 'active' | 'ended' | 'expired';

interface Trial {
  status: TrialStatus;
  endDate: Date | null;
  decision: 'downgrade' | null;
}

/** Returns the trial of an organization. No trials are run; only the plan determines the status. */
function trialOf(organization: Pick<Row<'Organization'>, 'plan'>): Trial {
  return { status: organizationPlan(organization).trial, endDate: null, decision: null };
}

const TrialStatusEnum = builder.enumType('TrialStatus', {
  description: 'Status of the trial of a plan.',
  values: {
    NOT_APPLICABLE: { value: 'notapplicable', description: 'The plan has no trial.' },
    NONE: { value: 'none', description: 'No trial was started.' },
    ACTIVE: { value: 'active', description: 'The trial is running.' },
    ENDED: { value: 'ended', description: 'The trial was ended early.' },
    EXPIRED: { value: 'expired', description: 'The trial has expired.' },
  } as const,
});

const TrialDecision = enumType('TrialDecision', 'Decision about the end of a trial.', {
  downgrade: 'Back to the free plan.',
});

const OrganizationTrial = builder.objectRef<Trial>('OrganizationTrial').implement({
  description: 'The trial of a plan.',
  rest: { fields: 'status endDate decision' },
  fields: (t) => ({
    status: t.expose('status', { type: TrialStatusEnum, description: 'Current status.' }),
    endDate: t.expose('endDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null without a trial.',
    }),
    decision: t.expose('decision', {
      type: TrialDecision,
      nullable: true,
      description: 'Decision about the end of the trial; null while there is none.',
    }),
  }),
});

builder.prismaObjectFields('Organization', (t) => ({
  trial: t.field({
    type: OrganizationTrial,
    description: 'Its trial of a plan.',
    resolve: trialOf,
  }),
  isOnNewTrial: t.boolean({
    description: 'Always true.',
    deprecationReason: 'Says nothing; read `trial`. Kept for `/v1`, since 2024-01-01.',
    resolve: () => true,
  }),
}));
