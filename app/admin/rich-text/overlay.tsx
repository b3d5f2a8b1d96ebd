import type { ReactNode, SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'

import { focusFirst } from '#app/admin/ui/focus-first.ts'
import { Dialog } from '#app/ui/dialog.tsx'

/** React events bubble from a portal to the form around it, which must not handle them. */
const keepInside = (event: SyntheticEvent) => event.stopPropagation()

export function readTrimmedField(fields: FormData, name: string): string {
	const value = fields.get(name)
	return typeof value === 'string' ? value.trim() : ''
}

type Props = { title: string; onClose: () => void; onSubmit: (fields: FormData) => void; children: ReactNode }

/** Dialog with a form, rendered outside the page's form. */
export const Overlay = ({ title, onClose, onSubmit, children }: Props) =>
	createPortal(
		// oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only keeps events inside
		<div onInput={keepInside} onChange={keepInside} onClick={keepInside} onKeyDown={keepInside}>
			<Dialog title={title} isOpen onClose={onClose}>
				<form
					ref={focusFirst}
					className="grid min-w-0 gap-4"
					onSubmit={(event) => {
						event.preventDefault()
						event.stopPropagation()
						const { submitter } = event.nativeEvent as SubmitEvent
						onSubmit(new FormData(event.currentTarget, submitter))
					}}
				>
					{children}
				</form>
			</Dialog>
		</div>,
		document.body,
	)
