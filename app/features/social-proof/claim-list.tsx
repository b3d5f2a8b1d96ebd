import type { Claim } from '#content/schema/claim.ts'

/** Figures with their words. A star marks a sample figure; `notes` says what the star means and that results are not typical. */
export function ClaimList({ claims, notes, className = '' }: { claims: readonly Claim[]; notes: ClaimNotes; className?: string }) {
	const hasSample = claims.some((claim) => claim.sample)
	const hasIncome = claims.some((claim) => claim.isIncome)
	return (
		<div className={className}>
			<dl className="claims">
				{claims.map((claim) => (
					<div key={claim.id}>
						<dt>{claim.label}</dt>
						<dd>
							{claim.value}
							{claim.sample && <span className="claim-star">*</span>}
						</dd>
					</div>
				))}
			</dl>
			{(hasSample || hasIncome) && (
				<p className="claim-notes">
					{hasSample && `* ${notes.sample} `}
					{hasIncome && notes.income}
				</p>
			)}
		</div>
	)
}

export type ClaimNotes = { sample: string; income: string }
