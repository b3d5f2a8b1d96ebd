/** Text of each file by path below `content`, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

/** Changes to shipped files: text by path below `content`; null restores the shipped file. */
export type Edits = Readonly<Record<string, string | null>>
