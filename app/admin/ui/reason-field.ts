import type { FormField } from './action-form.tsx'

/** Required reason for an action that the activity log keeps. */
export const REASON_FIELD = {
	name: 'reason',
	label: 'Reason',
	hint: 'Required. Kept in the activity log.',
	maxLength: 500,
} satisfies FormField
