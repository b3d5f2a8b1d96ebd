import { useId, useState, type ReactNode } from 'react'

import { TabList } from './tab-list.tsx'

export type Tab = { id: string; label: string; panel: ReactNode }
type TabsProps = {
	label: string
	tabs: readonly Tab[]
	/** Set if the page controls the open tab, for example by its URL. */
	selected?: string
	onSelect?: (id: string) => void
}

/** WAI-ARIA tabs. All panels are in the HTML, even without JavaScript. */
export function Tabs({ label, tabs, selected: decided, onSelect }: TabsProps) {
	const base = useId()
	const [chosen, setChosen] = useState(tabs[0]?.id)
	const selected = decided ?? chosen
	function select(id: string) {
		setChosen(id)
		onSelect?.(id)
	}

	return (
		<div>
			<TabList label={label} tabs={tabs} selected={selected} base={base} onSelect={select} />
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
