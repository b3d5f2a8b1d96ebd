const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** A whole number as running text writes it: in words up to twelve, in figures beyond. */
export const numberInWords = (count: number): string => WORDS[count] ?? String(count)
