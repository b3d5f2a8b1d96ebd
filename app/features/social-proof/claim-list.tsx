import { Link } from 'react-router'

import type { ClaimFigure } from '#content/schema/claim.ts'
import { paths } from '#contracts/paths.ts'

/** Figures with more characters span two columns, so that they fit on one line. */
const LONG = 6

/** Lists claims with figures. Sample figures have an asterisk, which `notes` explains; it also says that results aren't typical. */
export function ClaimList({ claims, notes, className = '' }: { claims: readonly ClaimFigure[]; notes: ClaimNotes; className?: string }) {
	if (claims.length === 0) return null
	const hasSample = claims.some(({ basis }) => basis === 'sample')
	const hasIncome = claims.some((claim) => claim.isIncome)
	return (
		<div className={className}>
			<dl className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(8rem,40%),1fr))] gap-x-8 gap-y-6">
				{claims.map((claim) => (
					<div
						key={claim.id}
						className={`${claim.value.length > LONG ? 'sm:col-span-2 ' : ''}flex flex-col-reverse justify-end border-t-2 border-ink pt-2`}
					>
						<dt>{claim.label}</dt>
						<dd className="text-[clamp(2rem,1.5rem+1.8vw,2.75rem)] leading-[1.1] font-semibold tracking-[-.03em]">
							{claim.value}
							{claim.basis === 'sample' && <span className="align-super text-[.5em] text-accent-ink">*</span>}
						</dd>
					</div>
				))}
			</dl>
			<p className="mt-4 text-soft">
				{hasSample && `* ${notes.sample} `}
				{hasIncome && `${notes.income} `}
				<Link to={paths.claims} className="link">
					What these figures mean
				</Link>
			</p>
		</div>
	)
}

export type ClaimNotes = { sample: string; income: string }
