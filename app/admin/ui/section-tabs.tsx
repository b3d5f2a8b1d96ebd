import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { TAB_CLASSES, TabList } from '#app/ui/tab-list.tsx'

export type SectionTab = { id: string; label: ReactNode; panel: ReactNode }

/** Selects the tab that contains the target of an in-page link before the browser scrolls to it. */
function useLinksIntoTabs(select: (id: string) => void) {
	const panels = useRef<HTMLDivElement>(null)
	useEffect(() => {
		const reveal = (hash: string) => {
			const panel = document.getElementById(decodeURIComponent(hash.slice(1)))?.closest<HTMLElement>('[data-tab]')
			if (panel && panels.current?.contains(panel)) flushSync(() => select(panel.dataset.tab ?? ''))
		}
		const onClick = ({ target }: MouseEvent) => {
			const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null
			if (link) reveal(link.hash)
		}
		document.addEventListener('click', onClick, true)
		return () => document.removeEventListener('click', onClick, true)
	}, [select])
	return panels
}

type SectionTabsProps = {
	label: string
	tabs: readonly SectionTab[]
	/** Called with the previous tab when another one is selected. */
	onLeave?: (id: string) => void
	isBusy?: boolean
}

/** Tabs of a form. Without JavaScript, all parts are shown in sequence, and the tabs are links to them. */
export function SectionTabs({ label, tabs, onLeave, isBusy = false }: SectionTabsProps) {
	const base = useId()
	const [selected, setSelected] = useState<string | null>(null)
	useEffect(() => setSelected((chosen) => chosen ?? tabs[0]?.id ?? null), [tabs])
	const panels = useLinksIntoTabs(setSelected)
	const isAlive = selected !== null
	const left = useRef(selected)
	useEffect(() => {
		if (left.current !== null && left.current !== selected) onLeave?.(left.current)
		left.current = selected
	}, [selected, onLeave])

	const bar = isAlive ? (
		<TabList label={label} tabs={tabs} selected={selected} base={base} onSelect={setSelected} />
	) : (
		<nav aria-label={label} className="tab-list">
			{tabs.map((tab) => (
				<a key={tab.id} className={TAB_CLASSES} href={`#${base}-${tab.id}-panel`}>
					{tab.label}
				</a>
			))}
		</nav>
	)
	return (
		<div
			ref={panels}
			className="[&>.tab-list]:gap-x-4 [&>.tab-list]:text-[.95rem] md:[&>.tab-list]:flex-wrap md:[&>.tab-list]:gap-x-2 md:[&>.tab-list]:text-[.875rem]"
		>
			{bar}
			{tabs.map((tab) => (
				<div
					key={tab.id}
					id={`${base}-${tab.id}-panel`}
					data-tab={tab.id}
					inert={isBusy}
					{...(isAlive && { role: 'tabpanel', 'aria-labelledby': `${base}-${tab.id}`, hidden: tab.id !== selected })}
					className="section-tab pt-5"
				>
					{!isAlive && <h2>{tab.label}</h2>}
					{tab.panel}
				</div>
			))}
		</div>
	)
}
