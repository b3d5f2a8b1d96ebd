import { Table } from '#app/ui/table.tsx'
import { countHolding } from '#domain/recall/due-questions.ts'
import type { LessonMemory } from '#domain/recall/remembered.ts'

type WhatHoldsProps = { modules: readonly { id: number; title: string }[]; memories: readonly LessonMemory[]; nowMs: number }

export function RetentionByModule({ modules, memories, nowMs }: WhatHoldsProps) {
	const rows = modules
		.map((module) => ({
			...module,
			...countHolding(
				memories.filter(({ moduleId }) => moduleId === module.id),
				nowMs,
			),
		}))
		.filter(({ met }) => met > 0)
	if (rows.length === 0) return null
	const most = Math.max(...rows.map(({ met }) => met))
	const all = countHolding(memories, nowMs)
	return (
		<section aria-labelledby="holds" className="grid w-full gap-3">
			<h2 id="holds">What you remember</h2>
			<p className="max-w-read">
				You remember {all.holding} of {all.met}. A question counts once you get it right, until it is due again.
			</p>
			<Table caption="Questions you remember, by module" head={['Module', 'Remembered, of those answered']}>
				{rows.map(({ id, title, holding, met }) => (
					<tr key={id}>
						<th scope="row">{title}</th>
						<td className="recall-bar">
							<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
								<rect className="recall-met" width={(met / most) * 100} height="10" />
								<rect className="fill-spruce-ink" width={(holding / most) * 100} height="10" />
							</svg>
							{holding} of {met}
						</td>
					</tr>
				))}
			</Table>
		</section>
	)
}
