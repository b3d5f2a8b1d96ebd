import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ActionForm, type ActionFormProps, toFormId } from '#app/admin/ui/action-form.tsx'
import { ConfirmAmounts } from '#app/admin/ui/confirm-amounts.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Problems } from '#app/admin/ui/problems.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { fileAddress } from '#contracts/console-paths.ts'
import type { PublishRefusal } from '#server/console/content/require-publishable.ts'

const UNUSUAL = 'Check these amounts before you publish them.'

type PublishFormProps = Omit<ActionFormProps, 'children'> & {
	/** Puts the form into a dialog with this title. */
	dialog?: string
	/** Unusual amounts; submitting the form again confirms them. */
	amounts?: PublishRefusal['amounts']
	/** Samples that would be published; a checkbox confirms them. */
	samples?: PublishRefusal['samples']
	/** Renders fields above the button, with the submitted values after a refusal. */
	fieldset?: (typed: Readonly<Record<string, string>>) => ReactNode
}

type Samples = NonNullable<PublishRefusal['samples']>

const MAX_OPEN = 3

const SampleList = ({ samples }: { samples: Samples }) => (
	<ul className="wrap-anywhere">
		{samples.map(({ label, href }) => (
			<li key={href}>
				<Link to={href}>{label}</Link>
			</li>
		))}
	</ul>
)

/** Lists samples among the drafts. The checkbox confirms only these. */
function ConfirmSamples({
	id,
	samples,
	typed,
	error,
}: {
	id: string
	samples: Samples
	typed: string | undefined
	error: string | undefined
}) {
	if (samples.length === 0) return null
	const value = samples.map(({ href }) => href).join(' ')
	return (
		<Callout title={samples.length === 1 ? 'One text is still a sample.' : `${samples.length} texts are still samples.`}>
			{samples.length <= MAX_OPEN ? (
				<SampleList samples={samples} />
			) : (
				<Disclosure summary="Show where">
					<SampleList samples={samples} />
				</Disclosure>
			)}
			<Checkbox
				id={id}
				name="samples"
				value={value}
				defaultChecked={typed === value}
				error={error}
				label={samples.length === 1 ? 'Publish anyway, with this sample text' : 'Publish anyway, with these sample texts'}
			/>
		</Callout>
	)
}

/** Form that publishes or schedules. If it is refused for unusual amounts, submitting it again confirms them. */
export function PublishForm({ amounts = [], samples = [], fieldset, dialog, ...form }: PublishFormProps) {
	const fields: ActionFormProps['children'] = ({ shown, typed, errors }) => {
		const refusal = shown as PublishRefusal | undefined
		return (
			<>
				{refusal && refusal.problems.length > 0 && <Problems title="Errors" problems={refusal.problems} />}
				{/* Above the drafts, so that in a long list it is seen before the sticky button. */}
				<ConfirmAmounts title={UNUSUAL} amounts={refusal?.amounts ?? amounts}>
					<p>
						<Link to={fileAddress('offers.json')}>Change prices</Link>
					</p>
				</ConfirmAmounts>
				{fieldset?.(typed)}
				<ConfirmSamples
					id={`samples-${toFormId(form.action, form.id)}`}
					samples={refusal?.samples ?? samples}
					typed={typed.samples}
					error={errors.samples}
				/>
			</>
		)
	}
	if (dialog === undefined)
		return (
			<ActionForm {...form} isQuick>
				{fields}
			</ActionForm>
		)
	return (
		<ConfirmForm {...form} title={dialog} hasReason={false}>
			{fields}
		</ConfirmForm>
	)
}
