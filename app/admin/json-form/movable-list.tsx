import { Children, type DragEvent, type ReactNode, use, useState } from 'react'

import { FieldsContext } from './fields-context.ts'

type MovableListProps = {
	/** JSON pointer of the list in the form, such as `/offers`. */
	path: string
	action: string
	labels: readonly string[]
	children: ReactNode
}

function sendCommand(form: HTMLFormElement, command: string, action: string) {
	const button = document.createElement('button')
	Object.assign(button, { type: 'submit', name: 'do', value: command, hidden: true })
	button.setAttribute('formaction', action)
	form.append(button)
	form.requestSubmit(button)
	button.remove()
}

/** List whose entries can be dragged. Keyboard users have the buttons Move up and Move down. */
export function MovableList({ path, action, labels, children }: MovableListProps) {
	const [dragged, setDragged] = useState<number | null>(null)
	const [over, setOver] = useState<number | null>(null)
	const { revision } = use(FieldsContext)
	// The entries' keys are the labels of the last reset, because a save may change the label of the entry being edited, and a new key
	// would take its focus.
	const [kept, setKept] = useState({ labels, revision })
	if (kept.revision !== revision) setKept({ labels, revision })
	const onDrop = (event: DragEvent<HTMLElement>, to: number) => {
		event.preventDefault()
		const form = event.currentTarget.closest('form')
		if (form && dragged !== null && dragged !== to) sendCommand(form, `move ${path}/${dragged} ${to}`, action)
		setDragged(null)
		setOver(null)
	}
	return (
		<ol className="grid gap-2">
			{Children.toArray(children).map((child, index) => (
				// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop target; the Move buttons do the same
				<li
					key={kept.labels[index] + String(index)}
					className="grid grid-cols-[auto_minmax(0,1fr)] gap-2 data-over:shadow-[0_-3px_0_var(--accent)] pointer-coarse:grid-cols-1 noscript:grid-cols-1"
					data-over={over === index && dragged !== null && dragged !== index ? '' : undefined}
					onDragOver={(event) => {
						if (dragged === null) return
						event.preventDefault()
						setOver(index)
					}}
					onDrop={(event) => onDrop(event, index)}
				>
					<span
						className="cursor-grab pt-2 text-soft select-none pointer-coarse:hidden noscript:hidden"
						draggable
						aria-hidden="true"
						title={`Drag to move: ${labels[index]}`}
						onDragStart={(event) => {
							event.dataTransfer.effectAllowed = 'move'
							event.dataTransfer.setData('text/plain', '')
							setDragged(index)
						}}
						onDragEnd={() => {
							setDragged(null)
							setOver(null)
						}}
					>
						⠿
					</span>
					<div className="min-w-0">{child}</div>
				</li>
			))}
		</ol>
	)
}
