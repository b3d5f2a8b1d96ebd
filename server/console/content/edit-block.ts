import { parseBlocks } from '#content/parse-blocks.ts'
import { renderChecklistText } from '#content/render-markdown.server.ts'
import { readYaml, rewriteYaml } from '#content/rewrite-yaml.ts'
import { BLOCK_SCHEMAS, type BlockKind, isBlockKind } from '#content/schema/blocks.ts'
import type { ConsoleActionRequest, Fields } from '#server/console/shell/console-request.ts'

import { describeFault } from './describe-fault.ts'
import { type FormPart, presentForm } from './json-form.ts'
import { changeList, faultsOfValue, isObject, readForm, shapeOfSchema } from './read-form.ts'

export type ShownBlock = {
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

/** Prefixes IDs, so they differ from those of the surrounding form. */
function renameIds<Part extends FormPart>(part: Part): Part {
	const commands = part.commands.map((command) => ({ ...command, to: `block-${command.to}` }))
	return { ...part, id: `block-${part.id}`, commands, ...('parts' in part && { parts: part.parts.map(renameIds) }) }
}

function presentFence({ kind, yaml }: Fence): FormPart | null {
	const value = readYaml(yaml)
	if (!isObject(value)) return null
	const schema = BLOCK_SCHEMAS[kind]
	return renameIds(presentForm({ path: '', label: kind, shape: shapeOfSchema(schema), value, faults: faultsOfValue(schema, value) }))
}

function toShownBlock(source: string): ShownBlock {
	const fence = readFence(source)
	const parsed = parseBlocks(source)
	// The exercise's h4 fits the heading levels of a lesson page, not those of the console.
	const html = parsed.ok ? renderChecklistText(source, 3).html.replaceAll(/<(\/?)h4\b/g, '<$1p') : null
	const faults = parsed.ok ? [] : parsed.issues.map(({ message }) => describeFault(message))
	return { source, text: source, form: fence && presentFence(fence), html, ...(faults[0] !== undefined && { fault: faults.join(' ') }) }
}

const toLines = (text: string) => text.replaceAll('\r\n', '\n').trim()

function change({ source: sent = '', text, ...typed }: Fields): string {
	if (text !== undefined) return toLines(text)
	const source = toLines(sent)
	const fence = readFence(source)
	if (!fence || typed.d === undefined) return source
	const value = changeList(shapeOfSchema(BLOCK_SCHEMAS[fence.kind]), readForm(typed), typed.do ?? '')
	return toFence({ ...fence, yaml: rewriteYaml(fence.yaml, value) })
}

/** Responds with a block as edited: source, form and rendered HTML. Nothing is saved. */
export const editBlock = ({ c }: ConsoleActionRequest, typed: Fields) => c.json(toShownBlock(change(typed)))
