/** A text next to a button, named by its first day. Records keep the version. */
export type VersionedText = { /** YYYY-MM-DD. */ version: string; words: string }
