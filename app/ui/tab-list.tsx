import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

/** Returns the tab that a key selects in WAI-ARIA tabs, or null for other keys. Wraps around at both ends. */
export function moveTab(key: string, index: number, count: number): number | null {
	if (key === 'ArrowRight') return (index + 1) % count
	if (key === 'ArrowLeft') return (index - 1 + count) % count
	if (key === 'Home') return 0
	if (key === 'End') return count - 1
	return null
}

export const TAB_CLASSES =
	'min-h-12 flex-none border-b-[.375rem] border-transparent px-[.15rem] py-2 font-semibold text-soft hover:text-ink focus-visible:outline-offset-[-3px] aria-selected:border-accent aria-selected:text-ink'

type TabListProps = {
	label: string
	tabs: readonly { id: string; label: ReactNode }[]
	selected: string | undefined
	/** Prefix of the tabs' IDs; with the suffix "-panel", of their panels' IDs. */
	base: string
	onSelect: (id: string) => void
}

/** Tab list following WAI-ARIA: one tab stop; arrow keys, Home and End select immediately. */
export function TabList({ label, tabs, selected, base, onSelect }: TabListProps) {
	const list = useRef<HTMLDivElement>(null)

	// On narrow screens the list scrolls sideways. scrollIntoView would also scroll the page.
	useEffect(() => {
		const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
		if (!list.current || !tab) return
		const end = tab.offsetLeft + tab.offsetWidth - list.current.offsetLeft
		if (end > list.current.scrollLeft + list.current.clientWidth) list.current.scrollLeft = end - list.current.clientWidth
	}, [selected])

	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		// Starts from the focused tab: the selected one may come from the URL and lag behind the last key.
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
					className={TAB_CLASSES}
					onClick={() => onSelect(tab.id)}
				>
					{tab.label}
				</button>
			))}
		</div>
	)
}
