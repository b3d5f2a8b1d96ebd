import type { Claim, ClaimsPageWords } from '#content/schema/claim.ts'

const BASES = ['counted', 'operator', 'planned', 'sample'] as const

export function ClaimsPage({ words, claims }: { words: ClaimsPageWords; claims: readonly Claim[] }) {
	const sections = BASES.map((basis) => ({ basis, items: claims.filter((claim) => claim.basis === basis) }))
	return (
		<div className="page grid gap-14 py-12 lg:py-16">
			{sections
				.filter(({ items }) => items.length > 0)
				.map(({ basis, items }) => (
					<section key={basis} aria-labelledby={`claims-${basis}`}>
						<h2 id={`claims-${basis}`}>{words.bases[basis].title}</h2>
						<p className="mt-3 max-w-read">{words.bases[basis].text}</p>
						<dl className="mt-6 border-t-2 border-ink">
							{items.map((claim) => (
								<div key={claim.id} className="grid gap-x-10 gap-y-1 border-b border-line-strong py-4 md:grid-cols-[16rem_1fr]">
									<dt className="font-semibold">
										{claim.value} {claim.label}
									</dt>
									<dd className="max-w-read">
										{claim.definition}
										{claim.basis === 'operator' && ` ${claim.evidence}, ${words.since.replace('{date}', claim.date)}.`}
									</dd>
								</div>
							))}
						</dl>
					</section>
				))}
		</div>
	)
}
