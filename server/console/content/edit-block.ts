import { listMedia } from '#content/check/check-release.server.ts'
import { checkMedia } from '#content/check/media.ts'
import { parseBlocks } from '#content/parse-blocks.ts'
import { renderChecklistText } from '#content/render-markdown.server.ts'
import { readYaml, rewriteYaml } from '#content/rewrite-yaml.ts'
import { BLOCK_SCHEMAS, type BlockKind, isBlockKind } from '#content/schema/blocks.ts'
import type { ConsoleActionRequest, Fields } from '#server/console/shell/console-request.ts'

import { withoutBlanks } from './blanks.ts'
import { describeFault } from './describe-fault.ts'
import { assignFieldIds, withNamesLast } from './exercise-fields.ts'
import { type FormPart, presentForm } from './json-form.ts'
import { editList, faultsOfValue, isObject, readForm, shapeOfSchema } from './read-form.ts'

export type EditedBlock = {
	source: string
	/** null if the block can only be edited as text. */
	form: FormPart | null
	text: string
	/** Sanitized HTML; null while the block has an error. */
	html: string | null
	fault?: string
}

type Fence = { kind: BlockKind; yaml: string }

const FENCE = /^```(\w+)\n([\s\S]*?)\n?```$/

function readFence(source: string): Fence | null {
	const [, kind, yaml = ''] = FENCE.exec(source.trim()) ?? []
	return isBlockKind(kind) ? { kind, yaml } : null
}

const toFence = ({ kind, yaml }: Fence) => `\`\`\`${kind}\n${yaml.trim()}\n\`\`\``

/** Returns how many levels of groups start open. A figure has one level more, because the entries of its lists contain the numbers. */
const openLevels = (kind: BlockKind) => (kind === 'figure' ? 3 : 2)

/** Prefixes IDs, so they differ from those of the surrounding form, and opens groups down to a level. */
function adapt<Part extends FormPart>(part: Part, levels: number): Part {
	const commands = part.commands.map((command) => ({ ...command, to: `block-${command.to}` }))
	const changed = { ...part, id: `block-${part.id}`, commands }
	if (!('parts' in part)) return changed
	const parts = part.parts.map((each) => adapt(each, levels - 1))
	if (part.is !== 'group') return { ...changed, parts }
	return { ...changed, parts, isOpen: part.isOpen || levels > 0, isInColumns: parts.every(({ is }) => is === 'text') }
}

/** Describes the missing files that a block names, as errors of its `file` field. */
const describeMissing = (source: string) =>
	checkMedia(new Map([['block.md', source]]), listMedia()).map(({ message }) => describeFault(message))

/** @param isTyped false for a block as it was opened, whose fields aren't marked as wrong yet */
function presentFence({ kind, yaml }: Fence, isTyped: boolean, missing: readonly string[]): FormPart | null {
	const value = readYaml(yaml)
	if (!isObject(value)) return null
	const schema = BLOCK_SCHEMAS[kind]
	const faults = isTyped ? faultsOfValue(schema, value) : new Map<string, string[]>()
	if (missing.length > 0) faults.set('/file', [...missing])
	return adapt(presentForm({ path: '', label: kind, shape: shapeOfSchema(schema), value: withNamesLast(value), faults }), openLevels(kind))
}

function toShownBlock(source: string, isTyped: boolean): EditedBlock {
	const fence = readFence(source)
	const parsed = parseBlocks(source)
	// The exercise's h4 fits the heading levels of a lesson page, not those of the console.
	const html = parsed.ok ? renderChecklistText(source, 3).html.replaceAll(/<(\/?)h4\b/g, '<$1p') : null
	const missing = describeMissing(source)
	const faults = parsed.ok ? missing : parsed.issues.map(({ message }) => describeFault(message))
	return {
		source,
		text: source,
		form: fence && presentFence(fence, isTyped, missing),
		html,
		...(faults[0] !== undefined && { fault: faults.join(' ') }),
	}
}

const toLines = (text: string) => text.replaceAll('\r\n', '\n').trim()

function change({ source: sent = '', text, ...typed }: Fields): string {
	if (text !== undefined) return toLines(text)
	const source = toLines(sent)
	const fence = readFence(source)
	if (!fence || typed.d === undefined) return source
	const schema = BLOCK_SCHEMAS[fence.kind]
	const read = editList(shapeOfSchema(schema), readForm(typed), typed.do ?? '')
	const value = (typed.do ?? 'save') === 'save' ? withoutBlanks(schema, read) : read
	const named = fence.kind === 'exercise' && isObject(value) ? assignFieldIds(value) : value
	return toFence({ ...fence, yaml: rewriteYaml(fence.yaml, named) })
}

/** Responds with a block as edited: source, form and rendered HTML. Nothing is saved. */
export const editBlock = ({ c }: ConsoleActionRequest, typed: Fields) => c.json(toShownBlock(change(typed), typed.d !== undefined))
