import { Link } from 'react-router'

import type { Figure } from '#content/schema/claim.ts'
import { paths } from '#contracts/paths.ts'

/** Lists claims with figures. An asterisk marks sample figures; `notes` explains it and says that results aren't typical. */
export function ClaimList({ claims, notes, className = '' }: { claims: readonly Figure[]; notes: ClaimNotes; className?: string }) {
	if (claims.length === 0) return null
	const hasSample = claims.some(({ basis }) => basis === 'sample')
	const hasIncome = claims.some((claim) => claim.isIncome)
	return (
		<div className={className}>
			<dl className="claims">
				{claims.map((claim) => (
					<div key={claim.id}>
						<dt>{claim.label}</dt>
						<dd>
							{claim.value}
							{claim.basis === 'sample' && <span className="claim-star">*</span>}
						</dd>
					</div>
				))}
			</dl>
			<p className="claim-notes">
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
