import type { CustomBlock } from './parse-markdown.ts'

/** Blocks that the menus offer. A new video comes from Media instead (media-dialog.tsx). */
export const NEW_BLOCKS = ['figure', 'recall', 'exercise'] as const satisfies readonly CustomBlock[]
export type NewBlock = (typeof NEW_BLOCKS)[number]

/** Initial source of a new block, whose dialog opens right away. Texts that authors must write are empty: publishing requires them. */
export const BLOCK_TEMPLATES: Record<NewBlock, string> = {
	figure: `kind: bars
title: What to compare
alt: ""
bars:
  - {label: First, value: 10}
  - {label: Second, value: 20}`,
	recall: `id: new-question
question: ""
options: [The right answer, Another answer]
correct: 0
explanation: ""`,
	exercise: `id: new-exercise
title: Your turn
fields:
  - {id: answer, label: Your answer, type: text}`,
}

export const BLOCK_NAMES: Record<CustomBlock, string> = {
	figure: 'Figure',
	recall: 'Recall question',
	exercise: 'Exercise',
	video: 'Video',
}

const FENCE = /^```(\w+)\n([\s\S]*?)\n?```$/

/** Parses a fenced block; null for any other source. */
export function parseFence(source: string): { kind: string; yaml: string } | null {
	const [, kind, yaml] = FENCE.exec(source.trim()) ?? []
	return kind === undefined || yaml === undefined ? null : { kind, yaml }
}

export const toFence = (kind: string, yaml: string) => `\`\`\`${kind}\n${yaml.trim()}\n\`\`\``

/** Changes the block's ID if the text already uses it. */
export function withFreeId(yaml: string, text: string): string {
	const [, id] = /^id: (\S+)$/m.exec(yaml) ?? []
	if (id === undefined) return yaml
	const isTaken = (each: string) => text.includes(`id: ${each}\n`)
	let free = id
	for (let number = 2; isTaken(free); number += 1) free = `${id}-${number}`
	return yaml.replace(`id: ${id}`, `id: ${free}`)
}
