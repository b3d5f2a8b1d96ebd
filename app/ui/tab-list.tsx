import { type KeyboardEvent, useEffect, useRef } from 'react'

import { moveTab } from './move-tab.ts'

type TabListProps = {
	label: string
	tabs: readonly { id: string; label: string }[]
	selected: string | undefined
	/** Begins the ids of the tabs, and with "-panel" at the end those of their panels. */
	base: string
	onSelect: (id: string) => void
}

/** The tabs of WAI-ARIA tabs: one tab stop; arrows, Home and End choose at once. */
export function TabList({ label, tabs, selected, base, onSelect }: TabListProps) {
	const list = useRef<HTMLDivElement>(null)

	// On a narrow screen the list scrolls sideways. Only the list may move: scrollIntoView would also move the page.
	useEffect(() => {
		const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
		if (!list.current || !tab) return
		const end = tab.offsetLeft + tab.offsetWidth - list.current.offsetLeft
		if (end > list.current.scrollLeft + list.current.clientWidth) list.current.scrollLeft = end - list.current.clientWidth
	}, [selected])

	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		// Starts from the focused tab: a page that decides by its URL may not have followed the last key yet.
		const buttons = [...event.currentTarget.children] as HTMLElement[]
		const next = moveTab(event.key, buttons.indexOf(event.target as HTMLElement), tabs.length)
		const tab = next === null ? undefined : tabs[next]
		if (next === null || !tab) return
		event.preventDefault()
		onSelect(tab.id)
		buttons[next]?.focus()
	}

	return (
		<div ref={list} role="tablist" aria-label={label} className="tab-list" onKeyDown={onKeyDown}>
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
					onClick={() => onSelect(tab.id)}
				>
					{tab.label}
				</button>
			))}
		</div>
	)
}
