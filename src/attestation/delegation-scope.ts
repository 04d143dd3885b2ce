import { assertForm, type ClosedForm, type FormError, isId, type Rule, type Rules } from './closed-form.js';

/**
 * Limits of a delegation (docs/receipts-format.md, Delegations). An absent member limits nothing; receipts must fit all
 * others.
 */
export interface DelegationScope {
  readonly consumer_id?: string;
  /** Order to which receipts must be bound. */
  readonly order_id?: string;
  /** Shop of that order. */
  readonly shop_id?: string;
  /** Text with which `job_id` must begin. */
  readonly job_prefix?: string;
  /** Resolutions that receipts may have. */
  readonly resolutions?: readonly string[];
}

/** The members of a receipt that a scope can limit. `undefined` for an unknown order, null for none. */
export interface DelegatedJob {
  readonly consumer_id: string;
  readonly job_id: string;
  readonly resolution: string;
  readonly order_id: string | null | undefined;
  readonly shop_id: string | null | undefined;
}

const MAX_RESOLUTIONS = 16;
const RESOLUTION = /^[a-z][a-z0-9_]{0,63}$/;

const ID_RULE: Rule = {
  expected: '1 to 255 characters without control characters or space at the ends',
  fits: isId,
};
const MEMBERS: Rules & Readonly<Record<keyof DelegationScope, Rule>> = {
  consumer_id: ID_RULE,
  order_id: ID_RULE,
  shop_id: ID_RULE,
  job_prefix: ID_RULE,
  resolutions: {
    expected: `a list of 1 to ${MAX_RESOLUTIONS} different lower-case words such as success`,
    fits: isResolutions,
  },
};
const FORM: ClosedForm = { name: 'a scope', required: {}, optional: MEMBERS };
const IDS = ['consumer_id', 'order_id', 'shop_id'] as const;

export function assertScope(value: unknown, error: FormError): asserts value is DelegationScope {
  assertForm(value, FORM, error);
}

/** Finds a member in which a scope allows more than the one before it; `undefined` if there is none. */
export function findWidenedMember(inner: DelegationScope, outer: DelegationScope): keyof DelegationScope | undefined {
  const widened = IDS.find((name) => outer[name] !== undefined && inner[name] !== outer[name]);
  if (widened) return widened;
  if (outer.job_prefix !== undefined && !inner.job_prefix?.startsWith(outer.job_prefix)) return 'job_prefix';
  const { resolutions } = outer;
  return resolutions && !inner.resolutions?.every((one) => resolutions.includes(one)) ? 'resolutions' : undefined;
}

/** Finds a member that does not allow a job; `undefined` if there is none. An unknown order counts as allowed. */
export function findExceededMember(scope: DelegationScope, job: DelegatedJob): keyof DelegationScope | undefined {
  const exceeded = IDS.find(
    (name) => scope[name] !== undefined && job[name] !== undefined && job[name] !== scope[name],
  );
  if (exceeded) return exceeded;
  if (scope.job_prefix !== undefined && !job.job_id.startsWith(scope.job_prefix)) return 'job_prefix';
  return scope.resolutions && !scope.resolutions.includes(job.resolution) ? 'resolutions' : undefined;
}

function isResolutions(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= MAX_RESOLUTIONS &&
    new Set(value).size === value.length &&
    value.every((one) => typeof one === 'string' && RESOLUTION.test(one))
  );
}
