/** The text of each file, by its path below `content`, with slashes. */
export type Sources = ReadonlyMap<string, string>

/** Overrides of the shipped files: a text by its path below `content`; null restores the shipped file. */
export type Edits = Readonly<Record<string, string | null>>
