pragma solidity ^0.5.8;

contract EpochRoller {
    struct Epoch { uint started; uint points; }

    mapping(address => Epoch[]) internal epochs;
    mapping(address => uint) public sum;

    function open(uint points) public {
        epochs[msg.sender].push(Epoch(now, points % 1000));
    }

    function roll(address who, uint count) public {
        uint i = 0;
        while (i < count) { // expect: unbounded-loop
            sum[who] = (sum[who] + epochs[who][i % epochs[who].length].points) % 1e9;
            i += 1;
        }
    }
}
