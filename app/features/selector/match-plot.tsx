import type { SideHustle } from '#content/schema/selector.ts'
import type { RankedSideHustle } from '#domain/selector/rank-side-hustles.ts'
import { SELECTOR_CATEGORIES } from '#domain/selector/selector-questions.ts'

/** The six matches at one look: a table whose rows are drawn, one field of the bar for each group that fits. */
export function MatchPlot({ ranked }: { ranked: readonly { type: SideHustle; rank: RankedSideHustle }[] }) {
	return (
		<table className="table match-plot">
			<caption className="pb-3 text-left text-soft">How well each type suits your week. Each match adds 20%.</caption>
			<thead className="sr-only">
				<tr>
					<th scope="col">Type</th>
					<th scope="col">Match</th>
				</tr>
			</thead>
			<tbody>
				{ranked.map(({ type, rank }) => (
					<tr key={type.id}>
						<th scope="row">
							{type.name}
							<svg className="match-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
								{SELECTOR_CATEGORIES.map((id, index) => (
									<rect
										key={id}
										x={index * 20}
										width="19.4"
										height="6"
										fill={index < rank.fits.length ? 'var(--art-way)' : 'var(--art-field)'}
									/>
								))}
							</svg>
						</th>
						<td>{rank.match}%</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
