import { Badge } from '#app/ui/badge.tsx'
import { CollapsibleSection } from '#app/ui/collapsible-section.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { RankedItem } from '#app/ui/ranked-item.tsx'
import type { SelectorContent, SideHustle } from '#content/schema/selector.ts'
import { SCORE_RANGES, type CategoryScores, type RankedSideHustle } from '#domain/selector/rank-side-hustles.ts'
import type { SelectorCategory } from '#domain/selector/selector-questions.ts'

type RankingProps = {
	selector: SelectorContent
	ranked: readonly { type: SideHustle; rank: RankedSideHustle }[]
	scores: CategoryScores
}

export function Ranking({ selector, ranked, scores }: RankingProps) {
	const labels = new Map<SelectorCategory, string>(selector.categories.map(({ id, label }) => [id, label]))
	const nameAll = (ids: readonly SelectorCategory[]) => ids.map((id) => labels.get(id)).join(', ')
	const listMisses = (rank: RankedSideHustle) =>
		rank.misses
			.map((id) => `${labels.get(id)} (your score ${scores[id].toFixed(1)}, range ${SCORE_RANGES[rank.id][id].join('-')})`)
			.join(', ')
	return (
		<ol className="mt-8">
			{ranked.map(({ type, rank }, index) => (
				<RankedItem key={type.id} isTop={index === 0} match={rank.match} matchWords="match">
					<div className="grid gap-3">
						<CollapsibleSection
							head={
								<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
									<h3>{type.name}</h3>
									{index === 0 && <Badge tone="sun">Best match</Badge>}
								</div>
							}
							name={type.name}
							startsOpen={index === 0}
						>
							<p>{type.description}</p>
							<dl className="grid gap-y-3 gap-x-8 mt-2 md:grid-cols-2">
								<div>
									<dt className="font-semibold">Time</dt>
									<dd>{type.timeCommitment}</dd>
								</div>
								<div>
									<dt className="font-semibold">Earning potential</dt>
									<dd>{type.earningPotential}</dd>
								</div>
								<div>
									<dt className="font-semibold">Ideal for</dt>
									<dd>{type.idealFor}</dd>
								</div>
								<div>
									<dt className="font-semibold">Why {rank.match}%</dt>
									<dd>
										{rank.fits.length > 0 && `Fits: ${nameAll(rank.fits)}. `}
										{rank.misses.length > 0 && `Outside: ${listMisses(rank)}.`}
									</dd>
								</div>
							</dl>
							<Steps steps={type.startingSteps} name={type.name} isOpen={index === 0} />
						</CollapsibleSection>
					</div>
				</RankedItem>
			))}
		</ol>
	)
}

function Steps({ steps, name, isOpen }: { steps: readonly string[]; name: string; isOpen: boolean }) {
	const list = (
		<ol className="mt-2 list-decimal pl-[1.5em]">
			{steps.map((step) => (
				<li key={step} className="not-first:mt-[.4em] marker:font-semibold marker:text-accent-ink">
					{step}
				</li>
			))}
		</ol>
	)
	if (!isOpen)
		return (
			<Disclosure
				summary={
					<>
						Starting steps<span className="sr-only"> for {name}</span>
					</>
				}
			>
				{list}
			</Disclosure>
		)
	return (
		<div>
			<h4 className="font-semibold">Starting steps</h4>
			{list}
		</div>
	)
}
