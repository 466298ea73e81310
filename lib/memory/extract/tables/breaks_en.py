"""
English words that begin a clause or a comment: where a statement ends without a pause.

The letters are those of `run_ons_en`.
"""

BREAKS = (
    # somebody or something else
    "|it :V|he :b|she :b|he is :B|she is :B|he has :B|she has :B|they :b|her name :b|his name :b"
    "|their names :b|its name :b|one is :b|one has :b|one of them :b"
    "|both at :v|both in :v|both are :b|the :T|my :T|her :T|his :T|our :T|everyone :b|everybody :b"
    "|nobody :b|no one :b|that is me :b|that is it :b|that is all :b|that is why :b|that is my :b"
    "|that is about :b|that is the :b|there is :b|there are :b|this is :b|you are :b|you know :b"
    # what one asks, calls or thanks for
    "|is that :b|is it :b|are you :b|have you :b|will you :b|would you :b|did you :b|thank :b"
    "|thanks :b|wish me :b|speak up :b|nice to meet :b|pleased to meet :b|lovely to meet :b"
    "|good to meet :b|great to meet :b|remember that :B|remember it :B|remember this :B"
    "|do not judge :b|do not laugh :b|do not ask :b|do not worry :b|do not tell :b"
    "|do not get me :b|do not forget :b|believe it :b|believe me :b|trust me :b|let me :b"
    "|let us :b|hang on :b|hold on :b|sorry :b|yes :b|yeah :b|no :b|oh :b|wow :b|by the way :b"
    "|so obviously :b|so basically :b|so anyway :b|so that is :b|so there :b|anyway :b"
    # how it is
    "|finally :E|unfortunately :E|thankfully :E|luckily :E|sadly :E|thank god :b|yay :b|woohoo :b"
    "|to be exact :b|to be honest :b|to be fair :b|to be precise :b|easy to remember :b"
    "|hard to remember :b|easy to :b|just like me :b|just like my :b|just like him :b"
    "|just like her :b|like me :E|same as :b|same age :b|same day :b|mostly :b|mainly :b|me :E"
    "|just so you know :b|for the record :b|if you must know :b|fyi :b"
    "|nothing fancy :b|nothing special :b|believe it or not :b|god bless :b|bless :b|poor thing :b"
    # what somebody does who is not named again
    "|always have :v|always has :b|always will :v|always did :v|never have :v|never has :b"
    "|never did :v|never will :v|never learned :v|never learnt :v|never liked :v|never been :v"
    "|have been since :v|have been for :v|have been ever :v|has been for :b|has been since :b"
    "|been one for :v|been doing :v|been there :v|been at it :v|been a :v|had it :v|had them :v"
    "|had him :v|had her :v|love it :v|love them :v|loving it :v|hate it :v|loved it :v"
    "|can not wait :v|can not stand :v|can not complain :v|could not :v|would not change :v"
    "|would not :v|do not like :v|still getting :v|still learning :v|still going :v|still love :v"
    "|still do :v|still am :v|still is :b|still not :v|just finished :v|just started :v"
    "|just turned :v|just moved :v|just got :v|turning :N|going on :N|nearly :N|almost :N"
    "|moved to :v|moved here :v|moved back :v|retired now :v|live in :v|work at :v"
    "|work as :v|work in :v|got a :v|got two :v"
    # what comes of it
    "|so maybe :b|so please :b|so nobody :b|so no one :b|so everyone :b|so everybody :b"
    "|so people :b|so do not :b|so be :b|so go :b|so watch :b|so keep :b|so you :b|so my :b"
    "|so the :b|so they :b|so he :b|so she :b|so it :b|so bear with :b|so go easy :b|so all :b"
    "|so most :b|so every :b|so it is :b|and it :b|and nobody :b|and everyone :b|and everybody :b"
    "|and no one :b|and that is :b|in case :b|or at least :b|although :b|unless :d|if it is :d"
    "|if i can :d|if i have time :d|even if :d|if i am not :d"
    "|if the :d|depending on :d|whatever that :b|"
)
UNENDED = JOINED_UP = BEHIND_LE = CLOSERS = EVENTS_CLOSE = ""
