import { useState, useSyncExternalStore } from 'react'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { Checkbox } from '#app/ui/choice.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

import { IconButton } from './ui/console-icon.tsx'
import { Fact, Facts } from './ui/format.tsx'
import { areShortcutsOn, shortcutChoice } from './use-keys.ts'

/** List of shortcuts, with a switch to turn them off: speech input may trigger them by accident (WCAG 2.1.4). */
export function Shortcuts() {
	const areOn = useSyncExternalStore<boolean | null>(onStorageChange, areShortcutsOn, () => null)
	const [isOpen, setIsOpen] = useState(false)
	const [outcome, setOutcome] = useState('')
	// Shortcuts need JavaScript.
	if (areOn === null) return null

	function choose(isOn: boolean): void {
		if (isOn) shortcutChoice.clear()
		const isKept = isOn || shortcutChoice.write('off')
		setOutcome(isKept ? `Shortcuts are ${isOn ? 'on' : 'off'}.` : 'This browser blocks storage, so shortcuts stay on.')
	}

	return (
		<>
			<IconButton icon="keyboard" label="Shortcuts" className="shortcuts-button" onClick={() => setIsOpen(true)} />
			<Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={() => setIsOpen(false)}>
				<div className="grid gap-4">
					<Facts>
						<Fact name="Ctrl K or ⌘K">Jump to a page, person, order or action</Fact>
						<Fact name="/">Go to the search field</Fact>
						<Fact name="j">Next item on Today, next row of a list</Fact>
						<Fact name="k">Previous item, previous row</Fact>
						<Fact name="↓ ↑">Next or previous row, when a row has focus</Fact>
						<Fact name="Enter">Open the row</Fact>
						<Fact name="x">Select the row, where rows can be selected</Fact>
						<Fact name="Ctrl Enter or ⌘Enter">Send or save the text you are writing</Fact>
						<Fact name="?">Show this list</Fact>
					</Facts>
					<Checkbox label="Use these shortcuts" checked={areOn} onChange={(event) => choose(event.target.checked)} />
					<p role="status" className="text-soft">
						{outcome}
					</p>
				</div>
			</Dialog>
		</>
	)
}
