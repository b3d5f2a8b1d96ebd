import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'

import { ActionForm, type ActionFormProps, toFormId } from './action-form.tsx'
import { focusFirst } from './focus-first.ts'
import { Fact, Facts } from './format.tsx'
import { useConsole } from './page.tsx'
import { REASON_FIELD } from './reason-field.ts'

export type Consequence = readonly [name: string, what: ReactNode]

export type ConfirmFormProps = Omit<ActionFormProps, 'summary' | 'onCancel'> & {
	/** Label of the button that opens the dialog. Without `label`, the submit button has it, too. */
	opener?: string
	openerTone?: ButtonVariant
	title?: string
	consequences?: readonly Consequence[]
	isFinal?: boolean
	hasReason?: boolean
	isOpenAtFirst?: boolean
}

function OneConfirmForm(props: ConfirmFormProps) {
	const {
		opener = props.label,
		title = `${opener}?`,
		consequences = [],
		isFinal = false,
		hasReason = true,
		openerTone = 'secondary',
		isOpenAtFirst = false,
		...form
	} = props
	const { fields = [], isGuarded = true, tone = 'danger', reloads = false } = form
	const hasScript = useHydrated()
	const { failure } = useConsole()
	const [isOpen, setIsOpen] = useState(isOpenAtFirst || failure?.form === toFormId(form.action, form.id))
	const close = () => setIsOpen(false)
	const content = (
		<div ref={focusFirst} className="confirm grid gap-4" onSubmit={reloads ? () => setTimeout(close) : undefined}>
			{consequences.length > 0 && (
				<Facts>
					{consequences.map(([name, what]) => (
						<Fact key={name} name={name}>
							{what}
						</Fact>
					))}
				</Facts>
			)}
			{isFinal && <p className="font-semibold">This can’t be undone.</p>}
			<ActionForm
				{...form}
				tone={tone}
				isGuarded={isGuarded}
				fields={hasReason ? [...fields, REASON_FIELD] : fields}
				onCancel={hasScript ? close : undefined}
			/>
		</div>
	)
	if (!hasScript)
		return (
			<Disclosure summary={opener} open={isOpen}>
				{content}
			</Disclosure>
		)
	return (
		<>
			<Button variant={openerTone} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
				{opener}
			</Button>
			<Dialog title={title} isOpen={isOpen} onClose={close} closeLabel={form.cancelLabel ?? 'Cancel'}>
				{content}
			</Dialog>
		</>
	)
}

/**
 * Form in a dialog, for actions that cost money or access, or can't be undone. Without JavaScript, it is in a collapsed section.
 * By default it requires a reason and the second factor.
 */
export function ConfirmForm(props: ConfirmFormProps) {
	const { key } = useLocation()
	return <OneConfirmForm key={key} {...props} />
}
