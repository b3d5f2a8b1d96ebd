/** A text shown next to a button, named by the date it was introduced. Records store the version. */
export type VersionedText = { /** YYYY-MM-DD. */ version: string; words: string }
