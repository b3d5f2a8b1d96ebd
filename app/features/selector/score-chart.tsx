import type { SelectorContent, SideHustle } from '#content/schema/selector.ts'
import { SCORE_RANGES, type CategoryScores, type SideHustleId } from '#domain/selector/rank-side-hustles.ts'

const LEFT = 8
const UNIT = 46
const at = (value: number) => LEFT + (value - 1) * UNIT

/** On narrow screens, the name is above its figures, so that large text fits. */
const CELL = 'align-middle narrow:self-center narrow:border-0 narrow:py-0'

type ScoreChartProps = {
	categories: SelectorContent['categories']
	scores: CategoryScores
	top: SideHustle
}

/** Chart of the five average scores. Behind each bar is the range that suits the top type. */
export function ScoreChart({ categories, scores, top }: ScoreChartProps) {
	const ranges = SCORE_RANGES[top.id as SideHustleId] // the content's schema requires exactly these IDs
	return (
		<table className="table mt-4">
			<caption className="pb-3 text-left text-soft">Your averages out of 5. The band shows the range that suits {top.name}.</caption>
			<thead className="narrow:sr-only">
				<tr>
					<th scope="col" className="wrap-normal">
						Group
					</th>
					<th scope="col" className="wrap-normal">
						Average
					</th>
					<th scope="col" className="pr-0 wrap-normal">
						<span aria-hidden="true">1 to 5</span>
						<span className="sr-only">Suits {top.name}</span>
					</th>
				</tr>
			</thead>
			<tbody>
				{categories.map(({ id, label }) => {
					const [min, max] = ranges[id]
					const score = scores[id]
					const isIn = score >= min && score <= max
					return (
						<tr
							key={id}
							className="narrow:grid narrow:grid-cols-[auto_minmax(0,1fr)] narrow:border-b narrow:border-line-strong narrow:py-2"
						>
							<th scope="row" className={`${CELL} narrow:col-span-full`}>
								{label}
							</th>
							<td className={`${CELL} whitespace-nowrap tabular-nums`}>
								<b className="text-lg font-semibold">{score.toFixed(1)}</b> / 5
							</td>
							<td className={`${CELL} pr-0`}>
								<span className="sr-only">{`${isIn ? 'yes' : 'no'}, range ${min} to ${max}`}</span>
								<ScoreBar score={score} range={[min, max]} isIn={isIn} />
							</td>
						</tr>
					)
				})}
			</tbody>
		</table>
	)
}

function ScoreBar({ score, range: [min, max], isIn }: { score: number; range: readonly [number, number]; isIn: boolean }) {
	return (
		<svg
			className="block w-full max-w-52 min-w-[min(7rem,22vw)] print:[print-color-adjust:exact]"
			viewBox={`0 0 ${LEFT * 2 + UNIT * 4} 36`}
			aria-hidden="true"
			focusable="false"
		>
			<rect x={at(min) - 7} y="4" width={at(max) - at(min) + 14} height="28" rx="2" fill="var(--art-field)" stroke="var(--line-strong)" />
			{[1, 2, 3, 4, 5].map((tick) => (
				<line key={tick} x1={at(tick)} x2={at(tick)} y1="12" y2="24" stroke="var(--line-strong)" strokeWidth="1.5" />
			))}
			<line x1={at(1)} x2={at(5)} y1="18" y2="18" stroke="var(--line-strong)" strokeWidth="2" strokeDasharray="2 5" />
			<line x1={at(1)} x2={at(score)} y1="18" y2="18" stroke="var(--art-way)" strokeWidth="6" />
			<circle cx={at(score)} cy="18" r="7" fill={isIn ? 'var(--art-way)' : 'var(--ground)'} stroke="var(--art-way)" strokeWidth="4" />
		</svg>
	)
}
