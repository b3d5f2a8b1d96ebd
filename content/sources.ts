/** Text of each file by path below `content`, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

/**
 * Changes to shipped files, by path below `content`: the new text, '' to delete the file, or null to remove the edit,
 * which restores the shipped file if there is one.
 */
export type Edits = Readonly<Record<string, string | null>>

/** Applies edits to shipped texts. An empty text deletes a file. */
export const applyEdits = (shipped: Sources, edits: Sources): Sources =>
	new Map([...shipped, ...edits].filter(([file]) => edits.get(file) !== ''))
