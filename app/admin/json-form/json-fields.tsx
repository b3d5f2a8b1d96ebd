import { type ContextType, type ReactNode, use, useState } from 'react'

import { ShownForChoice } from '#app/admin/ui/shown-for-choice.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { FormPart } from '#server/console/content/json-form.ts'
import type { PlaceholderValue } from '#server/console/content/list-values.ts'

import { CheckBoxes, ChoicePart } from './choice-part.tsx'
import { CommandButtons } from './commands.tsx'
import { FieldsContext, NO_ERRORS, useFault } from './fields-context.ts'
import { MovableList } from './movable-list.tsx'
import { isEntryCommand, TextPart } from './text-part.tsx'
import { type FaultsById, useLiveFaults } from './use-live-faults.ts'
import { NO_PLACEHOLDERS } from './values.tsx'

type Part<Is extends FormPart['is']> = Extract<FormPart, { is: Is }>

/** Hidden field, such as the base version. It keeps its first value until the form is reset. */
function Hidden({ hidden }: Pick<Part<'group'>, 'hidden'>) {
	const { revision } = use(FieldsContext)
	const [kept, setKept] = useState({ hidden, revision })
	if (kept.revision !== revision) setKept({ hidden, revision })
	return kept.hidden && <input type="hidden" {...kept.hidden} />
}

/** Checkbox. Browsers submit nothing for an unchecked one, so a hidden field before it submits `false`. */
function FlagPart({ part }: { part: Part<'flag'> }) {
	const { revision } = use(FieldsContext)
	const { id, label, hint, name, value } = part
	return (
		<>
			<input type="hidden" name={name} value="false" />
			<Checkbox
				key={revision}
				id={id}
				name={name}
				value="true"
				label={label}
				defaultChecked={value === 'true'}
				error={useFault(part)}
				{...(hint !== undefined && { hint })}
			/>
		</>
	)
}

const Fault = ({ fault }: Pick<FormPart, 'fault'>) => fault !== undefined && <p className="font-semibold text-danger-ink">{fault}</p>

const Hint = ({ hint }: Pick<FormPart, 'hint'>) => hint !== undefined && <p className="text-soft">{hint}</p>

function GroupContent({ part }: { part: Part<'group'> }) {
	const { hidden, parts, commands, movable, isInColumns } = part
	const { action } = use(FieldsContext)
	const items = parts.map((each) => <AnyPart key={each.id} part={each} />)
	return (
		<>
			<Fault fault={useFault(part)} />
			<Hidden hidden={hidden} />
			{movable === null ? (
				isInColumns ? (
					<div className="grid items-start gap-3 sm:grid-cols-2">{items}</div>
				) : (
					items
				)
			) : (
				<MovableList path={movable} action={action} labels={parts.map((each) => each.label)}>
					{items}
				</MovableList>
			)}
			<CommandButtons commands={commands} />
		</>
	)
}

function GroupPart({ part }: { part: Part<'group'> }) {
	const { id, label, hint, about, isOpen, isFlat = false } = part
	if (isFlat)
		return (
			<div className="grid min-w-0 scroll-mt-18 gap-4" id={id}>
				<GroupContent part={part} />
			</div>
		)
	return (
		<details className="json-group scroll-mt-18 border-l-[.1875rem] border-line-strong pl-3 [&>:not(summary)]:mt-3" id={id} open={isOpen}>
			<summary className="min-h-11 py-2 font-semibold wrap-anywhere">
				{label} {about !== null && <small className="font-normal text-soft">{about}</small>}
			</summary>
			<Hint hint={hint} />
			<GroupContent part={part} />
		</details>
	)
}

function AnyPart({ part }: { part: FormPart }): ReactNode {
	const fault = useFault(part)
	if (!part.onlyFor) return <OnePart part={part} />
	return (
		<ShownForChoice name={part.onlyFor.name} values={[part.onlyFor.value]} hasFault={fault !== undefined}>
			<OnePart part={part} />
		</ShownForChoice>
	)
}

function OnePart({ part }: { part: FormPart }): ReactNode {
	const { commands } = part
	const { revision } = use(FieldsContext)
	switch (part.is) {
		case 'text':
		case 'flag':
		case 'choice':
			return (
				<div>
					{part.is === 'text' && <TextPart part={part} />}
					{part.is === 'flag' && <FlagPart part={part} />}
					{part.is === 'choice' && <ChoicePart part={part} />}
					<CommandButtons commands={part.is === 'text' ? commands.filter((command) => !isEntryCommand(command)) : commands} />
				</div>
			)
		case 'checks':
			return (
				<CheckBoxes part={part} revision={revision}>
					<Hidden hidden={part.hidden} />
				</CheckBoxes>
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
					<CommandButtons commands={commands} />
				</>
			)
		case 'absent':
			return (
				<div id={part.id} className="grid gap-3 empty:hidden">
					{part.hint !== undefined && <p className="-mb-2 font-semibold">{part.label}</p>}
					<Hint hint={part.hint} />
					<Hidden hidden={part.hidden} />
					<Fault fault={part.fault} />
					<CommandButtons commands={commands} />
				</div>
			)
	}
}

/** Parts of a form. A single group is shown without its collapsible header. */
export const JsonParts = ({
	parts,
	revision,
	values,
}: {
	parts: readonly FormPart[]
	revision: number
	values: readonly PlaceholderValue[]
}) => {
	const [only, ...others] = parts
	return (
		<FieldsContext value={{ revision, action: consolePaths.contentFile, live: NO_ERRORS, values }}>
			<div className="grid min-w-0 gap-4">
				{only?.is === 'group' && others.length === 0 ? (
					<div className="grid min-w-0 gap-4" id={only.id}>
						<Hint hint={only.hint} />
						<GroupContent part={only} />
					</div>
				) : (
					parts.map((part) => <AnyPart key={part.id} part={part} />)
				)}
			</div>
		</FieldsContext>
	)
}

type JsonFieldsProps = {
	form: FormPart
	revision?: number
	/** Changes with each check of the whole form that doesn't reset it, such as a save. */
	checkCount?: number
	/** URL that the form is posted to; by default, the file's editor. */
	action?: string
	/** Extra fields the server needs to validate a single field. Without them, fields are checked only on submit. */
	check?: Readonly<Record<string, string>>
	onFaults?: (faults: FaultsById) => void
	/** Placeholders that texts may use, such as `{price}`. */
	values?: readonly PlaceholderValue[]
	below?: ContextType<typeof FieldsContext>['below']
}

/** Form for a JSON file. With `check` and JavaScript, the server validates each field on blur. */
export function JsonFields({
	form,
	revision = 0,
	checkCount = 0,
	action = consolePaths.contentFile,
	check,
	onFaults,
	values = NO_PLACEHOLDERS,
	below,
}: JsonFieldsProps) {
	const { live, onBlur, onChange } = useLiveFaults(revision + checkCount, { check, onFaults })
	return (
		<FieldsContext value={{ revision, action, live, values, below }}>
			<div className="grid gap-4" onBlur={onBlur} onChange={onChange}>
				<AnyPart part={form} />
			</div>
		</FieldsContext>
	)
}
