/** The page where a person reads their ticket and adds to it. Only mails link to it; the token in it is the key. */
export const ticketPath = (token: string) => `/requests/${token}`
