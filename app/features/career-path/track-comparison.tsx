import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import { Table } from '#app/ui/table.tsx'
import type { TrackComparison as Comparison } from '#content/compare-tracks.ts'
import type { CareerPath } from '#content/schema/career-path.ts'

export const COMPARISON_ID = 'compare'

type TrackComparisonProps = {
	words: CareerPath['comparison']
	/** Charts, as SVG markup. */
	figures: readonly string[]
	rows: Comparison['rows']
}

export function TrackComparison({ words, figures, rows }: TrackComparisonProps) {
	return (
		<section aria-labelledby={COMPARISON_ID} className="py-14">
			<h2 id={COMPARISON_ID} tabIndex={-1} className="outline-none">
				{words.title}
			</h2>
			<p className="mt-3 max-w-read">{words.intro}</p>
			<div className="[&_.figure]:border-b-0 [&_.figure]:pb-0 grid gap-y-8 gap-x-12 mt-6 md:grid-cols-2">
				{figures.map((html) => (
					<SanitizedHtml key={html} html={html} />
				))}
			</div>
			<details className="mt-6">
				<summary className="link inline-flex min-h-11 items-center">{words.tableLabel}</summary>
				<div className="mt-3">
					<Table caption={words.title} head={[words.trackLabel, ...Object.values(words.measures).map(({ title }) => title)]}>
						{rows.map(({ track, cells }) => (
							<tr key={track}>
								<th scope="row">{track}</th>
								{cells.map((cell, index) => (
									<td key={index} className="tabular-nums">
										{cell}
									</td>
								))}
							</tr>
						))}
					</Table>
				</div>
			</details>
		</section>
	)
}
