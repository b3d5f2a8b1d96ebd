import type { ReactNode } from 'react'

type Props = { /** Such as `$` or `CHF`. */ sign: string; children: ReactNode }

/** Shows the currency in front of the amount in an input. */
export const AmountBox = ({ sign, children }: Props) => (
	<span className={`relative block [&>.control]:tabular-nums ${sign.length > 1 ? '[&>.control]:pl-12' : '[&>.control]:pl-7'}`}>
		<span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-soft">
			{sign}
		</span>
		{children}
	</span>
)
