import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

import { moveTab } from './move-tab.ts'

export type Tab = { id: string; label: string; panel: ReactNode }
type TabsProps = {
	label: string
	tabs: readonly Tab[]
	initial?: string
	/** The open tab if the page decides, for example by its URL; `onSelect` then asks for another. */
	selected?: string
	onSelect?: (id: string) => void
}

/** WAI-ARIA tabs: one tab stop; arrows, Home and End choose at once. All panels are in the page, also without JavaScript. */
export function Tabs({ label, tabs, initial, selected: decided, onSelect }: TabsProps) {
	const base = useId()
	const [chosen, setChosen] = useState(initial ?? tabs[0]?.id)
	const selected = decided ?? chosen
	const list = useRef<HTMLDivElement>(null)

	// On a narrow screen the list scrolls sideways. Only the list may move: scrollIntoView would also move the page.
	useEffect(() => {
		const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
		if (!list.current || !tab) return
		const end = tab.offsetLeft + tab.offsetWidth - list.current.offsetLeft
		if (end > list.current.scrollLeft + list.current.clientWidth) list.current.scrollLeft = end - list.current.clientWidth
	}, [selected])

	function select(id: string) {
		setChosen(id)
		onSelect?.(id)
	}

	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		// From the tab that has the focus: a page that decides by its URL may not have followed the last key yet.
		const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
		const index = buttons.findIndex((button) => button === event.target)
		const next = moveTab(event.key, index, tabs.length)
		const tab = next === null ? undefined : tabs[next]
		if (next === null || !tab) return
		event.preventDefault()
		select(tab.id)
		buttons[next]?.focus()
	}

	return (
		<div>
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
						onClick={() => select(tab.id)}
					>
						{tab.label}
					</button>
				))}
			</div>
			{tabs.map((tab) => (
				<div
					key={tab.id}
					role="tabpanel"
					id={`${base}-${tab.id}-panel`}
					aria-labelledby={`${base}-${tab.id}`}
					hidden={tab.id !== selected}
					tabIndex={0}
					className="pt-6"
				>
					{tab.panel}
				</div>
			))}
		</div>
	)
}
