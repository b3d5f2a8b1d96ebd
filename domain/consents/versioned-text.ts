/** Words beside a button, named by the day since which they are shown. Records keep the version. */
export type VersionedText = { /** YYYY-MM-DD. */ version: string; words: string }
