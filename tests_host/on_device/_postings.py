"""Postings, written and read a distance at a time as docs/FORMAT.md section 7 has them."""


def put_gap(out, gap):
    """Append the distance to the next document, 1 or more."""
    if gap < 192:
        out.append(gap)
    elif gap < 16320:
        gap -= 192
        out.append(192 + (gap >> 8))
        out.append(gap & 255)
    else:
        out.append(255)
        out.append(gap & 255)
        out.append(gap >> 8)


def first_gap(postings):
    """(gap, bytes it takes) at the beginning of postings."""
    first = postings[0]
    if first < 192:
        return first, 1
    if first < 255:
        return ((first - 192) << 8 | postings[1]) + 192, 2
    return postings[1] | postings[2] << 8, 3
