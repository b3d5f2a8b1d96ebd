/** Words that stood beside a button, named by the day from which they stand there. Records keep the version. */
export type ToldWords = { /** YYYY-MM-DD. */ version: string; words: string }
