import { ActionForm, type ActionFormProps } from './action-form.tsx'

const REASON = { name: 'reason', label: 'Reason', hint: 'Kept in the activity log.', maxLength: 500 }

type GuardedFormProps = Pick<ActionFormProps, 'action' | 'id' | 'label' | 'summary' | 'fields' | 'note' | 'reloads' | 'tone'>

/** A collapsed form that asks for a reason and for the second factor: money moves, access ends or data is erased. */
export const GuardedForm = ({ label, summary = label, fields = [], tone = 'danger', ...rest }: GuardedFormProps) => (
	<ActionForm {...rest} label={label} summary={summary} fields={[REASON, ...fields]} tone={tone} isGuarded />
)
