import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ActionForm, type ActionFormProps } from '#app/admin/ui/action-form.tsx'
import { ConfirmAmounts } from '#app/admin/ui/confirm-amounts.tsx'
import { fileAddress } from '#contracts/console-paths.ts'
import type { Refusal } from '#server/console/content/require-publishable.ts'

import { Problems } from './problems.tsx'

const UNUSUAL = 'Check the amounts: below $1, in another currency, or more than 50% away from what is published.'

type PublishFormProps = Omit<ActionFormProps, 'children' | 'isGuarded'> & {
	/** Unusual amounts, which submitting the form again confirms. */
	amounts?: Refusal['amounts']
	/** Fields above the button. After a refusal they receive the submitted values. */
	fieldset?: (typed: Readonly<Record<string, string>>) => ReactNode
}

/** Form that publishes or schedules. If it is refused for unusual amounts, submitting it again confirms them. */
export const PublishForm = ({ amounts = [], fieldset, ...form }: PublishFormProps) => (
	<ActionForm {...form} isGuarded>
		{({ shown, typed }) => {
			const refusal = shown as Refusal | undefined
			return (
				<>
					{refusal && refusal.problems.length > 0 && <Problems title="Errors" problems={refusal.problems} />}
					{fieldset?.(typed)}
					<ConfirmAmounts title={UNUSUAL} amounts={refusal?.amounts ?? amounts}>
						<p>
							<Link to={fileAddress('offers.json')}>Change prices</Link>
						</p>
					</ConfirmAmounts>
				</>
			)
		}}
	</ActionForm>
)
