import type { ReactNode } from 'react'

import { Callout } from '#app/ui/callout.tsx'

type ConfirmAmountsProps = { amounts: readonly string[]; title: string; children?: ReactNode }

/** Lists unusual amounts. Submitting the form again confirms exactly these. */
export const ConfirmAmounts = ({ amounts, title, children }: ConfirmAmountsProps) =>
	amounts.length > 0 && (
		<Callout role="alert" title={title}>
			<ul>
				{amounts.map((each) => (
					<li key={each}>{each}</li>
				))}
			</ul>
			{children}
			<input type="hidden" name="confirmed" value={amounts.join('; ')} />
		</Callout>
	)
