import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { Icon } from '#app/ui/icon.tsx'
import type { ModuleMeasure } from '#domain/progress/measure-course.ts'

import { sectionSearch } from './section-index.ts'

type SectionListProps = { sections: readonly { id: string; title: string }[]; index: number; measure: ModuleMeasure }

/** Lists a module's sections. Unwritten ones are marked "Not written yet" and never shown as opened or done. */
export function SectionList({ sections, index, measure }: SectionListProps) {
	const nav = useRef<HTMLElement>(null)
	const known = new Map(measure.sections.map((section) => [section.id, section]))
	const stateOf = (id: string) => (known.get(id)?.isDone ? 'done' : known.get(id)?.isOpened ? 'opened' : null)
	useEffect(() => {
		const list = nav.current
		const open = list?.querySelector<HTMLElement>('[aria-current]')
		if (list && open) list.scrollLeft = open.offsetLeft - list.offsetLeft - 24
	}, [index])

	return (
		<nav ref={nav} aria-label="Sections" className="section-list">
			<ol className="max-lg:flex max-lg:gap-6 max-lg:w-max max-lg:pb-3">
				{sections.map((section, at) => (
					<li key={section.id} data-opened={stateOf(section.id) !== null}>
						<Link
							className="section-link flex items-center gap-[.8rem] min-h-11 py-[.35rem] leading-[1.3] hover:text-accent-ink"
							to={{ search: sectionSearch(sections, at) }}
							aria-current={at === index ? 'step' : undefined}
						>
							<span className="section-stop" aria-hidden="true">
								{stateOf(section.id) === 'done' && at !== index ? <Icon name="check" size={14} /> : at + 1}
							</span>
							<span>
								{section.title}
								{!known.has(section.id) && <span className="block text-soft">Not written yet</span>}
								{stateOf(section.id) !== null && at !== index && <span className="sr-only"> ({stateOf(section.id)})</span>}
							</span>
						</Link>
					</li>
				))}
			</ol>
		</nav>
	)
}
