import type { ReactNode } from 'react'

const MATCH = 'block leading-none whitespace-nowrap tabular-nums folded:inline folded:text-(length:--text-xl)'

type RankedItemProps = {
	isTop: boolean
	/** Percentage. */
	match: number
	matchWords: ReactNode
	children: ReactNode
}

export function RankedItem({ isTop, match, matchWords, children }: RankedItemProps) {
	const line = isTop ? 'border-t-[.375rem] border-accent' : 'border-t border-line-strong'
	const size = isTop ? 'text-(length:--text-3xl) tracking-[-.03em] text-accent-ink' : 'text-(length:--text-2xl)'
	return (
		<li className={`grid gap-x-8 gap-y-3 py-8 md:grid-cols-[9.5rem_minmax(0,1fr)] folded:py-4 print:break-inside-avoid ${line}`}>
			<p className="font-semibold">
				<span className={`${MATCH} ${size}`}>{match}%</span> {matchWords}
			</p>
			{children}
		</li>
	)
}
