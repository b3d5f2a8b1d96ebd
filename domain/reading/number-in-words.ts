const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Formats a whole number for running text: as a word up to twelve, as digits above. */
export const numberInWords = (count: number): string => WORDS[count] ?? String(count)
