import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { moveTab } from '#app/ui/move-tab.ts'

export type SectionTab = { id: string; label: string; panel: ReactNode }

/** Shows the tab that a link of this page leads into, before the browser moves there. */
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
	/** Called with the tab that was shown when another one is. */
	onLeave?: (id: string) => void
	/** Nothing in the parts can be changed now. */
	isBusy?: boolean
}

/** Parts of one form on tabs. Without script they follow each other, and the tabs are links to them. */
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

	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
		const next = moveTab(event.key, buttons.indexOf(event.target as HTMLElement), tabs.length)
		const tab = next === null ? undefined : tabs[next]
		if (next === null || !tab) return
		event.preventDefault()
		setSelected(tab.id)
		buttons[next]?.focus()
	}
	const bar = isAlive ? (
		<div role="tablist" aria-label={label} className="tab-list" onKeyDown={onKeyDown}>
			{tabs.map((tab) => (
				<button
					key={tab.id}
					type="button"
					role="tab"
					id={`${base}-${tab.id}`}
					aria-selected={tab.id === selected}
					aria-controls={`${base}-${tab.id}-panel`}
					tabIndex={tab.id === selected ? 0 : -1}
					className="tab"
					onClick={() => setSelected(tab.id)}
				>
					{tab.label}
				</button>
			))}
		</div>
	) : (
		<nav aria-label={label} className="tab-list">
			{tabs.map((tab) => (
				<a key={tab.id} className="tab" href={`#${base}-${tab.id}-panel`}>
					{tab.label}
				</a>
			))}
		</nav>
	)
	return (
		<div ref={panels}>
			{bar}
			{tabs.map((tab) => (
				<div
					key={tab.id}
					id={`${base}-${tab.id}-panel`}
					data-tab={tab.id}
					inert={isBusy}
					{...(isAlive && { role: 'tabpanel', 'aria-labelledby': `${base}-${tab.id}`, hidden: tab.id !== selected })}
					className="section-tab"
				>
					{!isAlive && <h2>{tab.label}</h2>}
					{tab.panel}
				</div>
			))}
		</div>
	)
}
