import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { Icon } from '#app/ui/icon.tsx'
import { StepSign } from '#app/ui/step-sign.tsx'
import type { ModuleMeasure } from '#domain/progress/measure-course.ts'

import { sectionSearch } from './use-section.ts'

/** Dotted line to the next section. */
const LINE =
	'lg:not-last:before:absolute lg:not-last:before:top-[calc(50%+.95rem)] lg:not-last:before:left-[calc(.95rem-1px)] lg:not-last:before:h-[calc(100%-1.9rem)] lg:not-last:before:border-l-2 lg:not-last:before:border-dotted lg:not-last:before:border-line-strong'

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
		<nav
			ref={nav}
			aria-label="Sections"
			className="max-lg:relative max-lg:mb-8 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:[scrollbar-width:thin] lg:sticky lg:top-26 lg:self-start"
		>
			<ol className="max-lg:flex max-lg:gap-6 max-lg:w-max max-lg:pb-3">
				{sections.map((section, at) => (
					<li key={section.id} className={`lg:relative ${LINE}`}>
						<Link
							className={`section-link flex items-center gap-[.8rem] min-h-11 py-[.35rem] leading-[1.3] hover:text-accent-ink ${at === index ? 'font-semibold' : ''}`}
							to={{ search: sectionSearch(sections, at) }}
							aria-current={at === index ? 'step' : undefined}
						>
							<StepSign tone={at === index ? 'current' : stateOf(section.id) ? 'opened' : 'plain'}>
								{stateOf(section.id) === 'done' && at !== index ? <Icon name="check" size={14} /> : at + 1}
							</StepSign>
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
