import { createContext, type ReactNode, use, useEffect, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { FormPart, Order } from '#server/console/content/json-form.ts'

type Part<Is extends FormPart['is']> = Extract<FormPart, { is: Is }>

/** Changes when the server has changed the form: controls begin afresh, and groups stay as open as they were. */
const RevisionContext = createContext(0)

/** A button that changes the form. Without script the browser goes on at the place that the address names. */
const Orders = ({ orders }: { orders: readonly Order[] }) =>
	orders.length > 0 && (
		<p className="flex flex-wrap gap-x-4">
			{orders.map(({ value, label, to }) => (
				<Button key={value} type="submit" variant="quiet" name="do" value={value} formAction={`${consolePaths.contentFile}#${to}`}>
					{label}
				</Button>
			))}
		</p>
	)

const Hidden = ({ hidden }: Pick<Part<'group'>, 'hidden'>) => hidden && <input type="hidden" {...hidden} />

const HEX_COLOR = /^#[\da-f]{6}$/i

/** Writes into the text next to it, which alone is sent: text that is no color stays there as it was typed. It needs script. */
function ColorPicker({ id, label, value }: { id: string; label: string; value: string }) {
	const picker = useRef<HTMLInputElement>(null)
	useEffect(() => {
		const text = document.getElementById(id)
		const own = picker.current
		if (!(text instanceof HTMLInputElement) || !own) return
		const follow = () => {
			if (HEX_COLOR.test(text.value)) own.value = text.value
		}
		const write = () => {
			text.value = own.value
		}
		follow()
		own.hidden = false
		own.addEventListener('input', write)
		text.addEventListener('input', follow)
		return () => {
			own.removeEventListener('input', write)
			text.removeEventListener('input', follow)
		}
	}, [id])
	return (
		<input
			ref={picker}
			type="color"
			className="control"
			defaultValue={HEX_COLOR.test(value) ? value : '#000000'}
			aria-label={`Pick the color: ${label}`}
			hidden
		/>
	)
}

function TextPart({ part }: { part: Part<'text'> }) {
	const revision = use(RevisionContext)
	const { id, label, hint, fault, name, value, mayBeEmpty, rows, isNumber, isColor } = part
	return (
		<Field id={id} label={mayBeEmpty ? `${label} (optional)` : label} hint={hint} error={fault}>
			{(aria) => {
				const shared = { ...aria, id, name, defaultValue: value, className: 'control' }
				if (rows !== null) return <textarea key={revision} {...shared} rows={rows} />
				const input = <input key={revision} {...shared} inputMode={isNumber ? 'decimal' : undefined} />
				if (!isColor) return input
				return (
					<div key={revision} className="flex gap-2">
						{input}
						<ColorPicker id={id} label={label} value={value} />
					</div>
				)
			}}
		</Field>
	)
}

function ChoicePart({ part: { id, label, hint, fault, name, value, options } }: { part: Part<'choice'> }) {
	const revision = use(RevisionContext)
	return (
		<Field id={id} label={label} hint={hint} error={fault}>
			{(aria) => (
				<select key={revision} {...aria} id={id} name={name} defaultValue={value} className="control">
					{options.map(([each, words]) => (
						<option key={each} value={each}>
							{words}
						</option>
					))}
				</select>
			)}
		</Field>
	)
}

const Fault = ({ fault }: Pick<FormPart, 'fault'>) => fault !== undefined && <p className="font-semibold text-danger-ink">{fault}</p>

function GroupContent({ fault, hidden, parts, orders }: Pick<Part<'group'>, 'fault' | 'hidden' | 'parts' | 'orders'>) {
	return (
		<>
			<Fault fault={fault} />
			<Hidden hidden={hidden} />
			{parts.map((each) => (
				<AnyPart key={each.id} part={each} />
			))}
			<Orders orders={orders} />
		</>
	)
}

function GroupPart({ part: { id, label, hint, fault, about, isOpen, hidden, parts, orders } }: { part: Part<'group'> }) {
	return (
		<details className="json-group" id={id} open={isOpen}>
			<summary>
				{label} {about !== null && <small className="font-normal text-soft">{about}</small>}
			</summary>
			{hint !== undefined && <p className="text-soft">{hint}</p>}
			<GroupContent fault={fault} hidden={hidden} parts={parts} orders={orders} />
		</details>
	)
}

function AnyPart({ part }: { part: FormPart }): ReactNode {
	const { orders } = part
	switch (part.is) {
		case 'text':
		case 'choice':
			return (
				<div>
					{part.is === 'text' ? <TextPart part={part} /> : <ChoicePart part={part} />}
					<Orders orders={orders} />
				</div>
			)
		case 'group':
			return <GroupPart part={part} />
		case 'root':
			return (
				<>
					<Fault fault={part.fault} />
					<Hidden hidden={part.hidden} />
					{part.parts.map((each) => (
						<AnyPart key={each.id} part={each} />
					))}
					<Orders orders={orders} />
				</>
			)
		case 'absent':
			return (
				<div id={part.id}>
					<Hidden hidden={part.hidden} />
					<Fault fault={part.fault} />
					<Orders orders={orders} />
				</div>
			)
	}
}

/** Some fields of a form; a group alone is not folded. */
export const JsonParts = ({ parts, revision }: { parts: readonly FormPart[]; revision: number }) => {
	const [only, ...others] = parts
	return (
		<RevisionContext value={revision}>
			<div className="editor">
				{only?.is === 'group' && others.length === 0 ? (
					<div className="editor" id={only.id}>
						<GroupContent {...only} />
					</div>
				) : (
					parts.map((part) => <AnyPart key={part.id} part={part} />)
				)}
			</div>
		</RevisionContext>
	)
}

/** The form of a JSON file. */
export const JsonFields = ({ form, revision = 0 }: { form: FormPart; revision?: number }) => (
	<RevisionContext value={revision}>
		<AnyPart part={form} />
	</RevisionContext>
)
