/** Returns the name of a newsletter issue in lists and headings. */
export const nameIssue = (subject: string): string => subject.trim() || 'No subject'
