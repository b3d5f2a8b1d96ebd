import { PIECE_WORDS } from '#app/lib/piece-words.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ModuleMeasure, SectionMeasure } from '#domain/progress/measure-course.ts'

import { NextTenMinutes } from './next-ten-minutes.tsx'

type SectionWorkProps = {
	section: SectionMeasure
	measure: ModuleMeasure
	titles: ReadonlyMap<string, string>
}

export function SectionWork({ section, measure, titles }: SectionWorkProps) {
	return (
		<section aria-labelledby="section-work" className="screen-only mt-12 grid max-w-read gap-4 border-t-2 border-ink pt-6">
			<h3 id="section-work">{section.isDone ? 'This section is done' : 'Your progress here'}</h3>
			<ul className="grid gap-1">
				{section.pieces.map(({ kind, isDone }) => (
					<li key={kind} className="flex items-center gap-3">
						<span className={isDone ? 'text-spruce-ink' : 'text-soft'}>
							{isDone ? <Icon name="check" /> : <span className="work-open" aria-hidden="true" />}
						</span>
						{isDone ? PIECE_WORDS[kind].done : PIECE_WORDS[kind].missing}
					</li>
				))}
			</ul>
			<NextTenMinutes measure={measure} from={section.id} titles={titles} />
		</section>
	)
}
