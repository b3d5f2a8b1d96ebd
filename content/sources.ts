/** Text of each file by path below `content`, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

/** Changes to shipped files, by path below `content`: the new text, or null to restore the shipped file. */
export type Edits = Readonly<Record<string, string | null>>
