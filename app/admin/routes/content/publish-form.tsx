import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ActionForm, type ActionFormProps } from '#app/admin/ui/action-form.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { fileAddress } from '#contracts/console-paths.ts'
import type { Refusal } from '#server/console/content/require-publishable.ts'

import { Problems } from './problems.tsx'

const UNUSUAL = 'below $1, in another currency, or more than 50% away from the published amount.'

function Amounts({ amounts }: Pick<Refusal, 'amounts'>) {
	if (amounts.length === 0) return null
	return (
		<Callout tone="danger" role="alert" title={`Check ${amounts.length === 1 ? 'this amount' : 'these amounts'}: ${UNUSUAL}`}>
			<ul>
				{amounts.map((each) => (
					<li key={each}>{each}</li>
				))}
			</ul>
			<p>
				<Link to={fileAddress('offers.json')}>Change prices</Link>
			</p>
			<input type="hidden" name="confirmed" value={amounts.join('; ')} />
		</Callout>
	)
}

type PublishFormProps = Omit<ActionFormProps, 'children' | 'isGuarded'> & {
	/** Unusual amounts that sending it confirms. */
	amounts?: Refusal['amounts']
	/** Fields above the button; after a refusal they get the typed values. */
	fieldset?: (typed: Readonly<Record<string, string>>) => ReactNode
}

/** A form that publishes or schedules. Refused for unusual amounts, it shows them, and sending it again confirms them. */
export const PublishForm = ({ amounts = [], fieldset, ...form }: PublishFormProps) => (
	<ActionForm {...form} isGuarded>
		{({ shown, typed }) => {
			const refusal = shown as Refusal | undefined
			return (
				<>
					{refusal && refusal.problems.length > 0 && <Problems title="Errors" problems={refusal.problems} />}
					{fieldset?.(typed)}
					<Amounts amounts={refusal?.amounts ?? amounts} />
				</>
			)
		}}
	</ActionForm>
)
