import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { Icon } from '#app/ui/icon.tsx'

import { sectionSearch } from './section-index.ts'

type SectionListProps = { sections: readonly { id: string; title: string }[]; index: number; opened: ReadonlySet<string> }

/** The sections as a small map beside the text: the current one, and those already opened. */
export function SectionList({ sections, index, opened }: SectionListProps) {
	const nav = useRef<HTMLElement>(null)
	useEffect(() => {
		// On a phone the list is one row that scrolls sideways.
		const list = nav.current
		const open = list?.querySelector<HTMLElement>('[aria-current]')
		if (list && open) list.scrollLeft = open.offsetLeft - list.offsetLeft - 24
	}, [index])

	return (
		<nav ref={nav} aria-label="Sections" className="section-list">
			<ol>
				{sections.map((section, at) => (
					<li key={section.id} data-opened={opened.has(section.id)}>
						<Link className="section-link" to={{ search: sectionSearch(sections, at) }} aria-current={at === index ? 'step' : undefined}>
							<span className="section-stop" aria-hidden="true">
								{opened.has(section.id) && at !== index ? <Icon name="check" size={14} /> : at + 1}
							</span>
							<span>
								{section.title}
								{opened.has(section.id) && at !== index && <span className="sr-only"> (opened)</span>}
							</span>
						</Link>
					</li>
				))}
			</ol>
		</nav>
	)
}
