/** The text of each file, by its path below `content`, with slashes. */
export type Sources = ReadonlyMap<string, string>

/** What a release says otherwise than the shipped files: a text by its path below `content`; null is a file that is again as the site comes. */
export type Edits = Readonly<Record<string, string | null>>
